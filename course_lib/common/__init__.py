"""What every room of the house uses: arguments, phrases, results, files, bars, seeds."""
