# A bot of Botzone over lines that always gives the same answer. It writes what it hears to the file
# that is its first argument, and the second says how it goes on after its first turn: keep, once or
# stay, which is to say nothing and not to end.

log=$1
hear() {
    read -r line || exit 0
    echo "$line" >>"$log"
}
answer() { printf '%s\n' '2 0 2 5 6 5'; }

hear
count=$((2 * line - 1))
while [ $count -gt 0 ]; do
    hear
    count=$((count - 1))
done
answer
echo 'a line for the author of the bot'
case $2 in
    once) exit 0 ;;
    stay) exec sleep 1000 ;;
esac
while echo '>>>BOTZONE_REQUEST_KEEP_RUNNING<<<'; do
    hear
    answer
done
