"""What is asked and answered as text: the position of a question, and answers as JSON."""
