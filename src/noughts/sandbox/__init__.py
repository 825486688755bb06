"""Programs of strangers: processes with limits, and the keeper that ends them."""
