"""What commands share: options, progress, standard streams, filters."""
