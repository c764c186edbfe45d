# A bot of Botzone that says it has no move, without an end of line.

printf '%s' '-1 -1 -1 -1 -1 -1'
