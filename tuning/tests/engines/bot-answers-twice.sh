# A bot of Botzone over lines that is kept running, and gives another answer than asked for after
# each.

read -r turn
count=$((2 * turn - 1))
while [ $count -gt 0 ]; do
    read -r line
    count=$((count - 1))
done
while printf '%s\n' '2 0 2 5 6 5' '>>>BOTZONE_REQUEST_KEEP_RUNNING<<<' '0 0 0 1 0 2'; do
    read -r line || exit 0
done
