"""Write the example file of predictions from the stored scores."""

from course_lib.datasets.example import example_predictions, example_text

if __name__ == "__main__":
    example_predictions().write_text(example_text())
