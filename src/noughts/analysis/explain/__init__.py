"""Explanations of moves: proved facts, and sentences made from them."""
