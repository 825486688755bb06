"""Answers written for people: text, tables, pages."""
