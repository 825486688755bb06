"""Explanations of moves: proved facts, and sentences made of them."""
