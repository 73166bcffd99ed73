#!/bin/bash
# Drives Debian's unmodified crossfire-client 1.75 by keys: creates an account and a character, walks through a door, drops
# a helmet, picks it up, wears it, chats, and sends the other commands of the client's keys and menus. Run it by hand
# against an open room:
#   apt-get install crossfire-client xvfb xdotool imagemagick
#   packetboat start, then: test/clients/crossfire-gtk.sh HOST:PORT FOLDER [NAME]
# Writes a picture of every step, and client.log with the names of all packets, to FOLDER. Look at the pictures.
# NAME must be the name of a new character, in letters. No other player may stand in the character's way.
set -euo pipefail
server=${1:?HOST:PORT}
folder=${2:?a folder for pictures}
name=${3:-Ann$(printf '%04d' $((RANDOM % 10000)) | tr 0-9 a-j)}
mkdir -p "$folder/home"
export HOME="$folder/home" DISPLAY=:${DISPLAY_NUMBER:-91}

Xvfb "$DISPLAY" -screen 0 1400x1000x24 >"$folder/xvfb.log" 2>&1 &
screen=$!
trap 'kill "$screen" "${client:-$screen}" 2>/dev/null || true' EXIT
sleep 1
/usr/games/crossfire-client-gtk2 -s "$server" --debug-protocol >"$folder/client.log" 2>&1 &
client=$!

shot() { sleep 0.7; import -window root "$folder/$1.png"; echo "$folder/$1.png"; }
click() { xdotool mousemove "$1" "$2" click 1; sleep 0.5; }
fill() { click "$1" "$2"; xdotool type --delay 30 "$3"; }
keys() { for key in "$@"; do xdotool key "$key"; sleep 0.35; done; }
drag() { xdotool mousemove "$1" "$2" mousedown 1; sleep 0.2; xdotool mousemove "$1" "$3" mouseup 1; sleep 0.5; }
# Types a line into the client's prompt.
typed() { xdotool key apostrophe; sleep 0.3; xdotool type --delay 30 "$1"; xdotool key Return; sleep 0.8; }
# Waits until the client has received this packet or sent this command, at most 10 s.
expect() {
  for _ in $(seq 50); do grep -aq "$1" "$folder/client.log" && return; sleep 0.2; done
  echo "the client has neither received nor sent: $1" >&2
  exit 1
}

# Create the account.
expect 'replyinfo'
sleep 2
shot 1-door
click 617 265
fill 93 103 "${name,,}"
fill 93 179 secret
fill 93 255 secret
click 557 343
expect 'accountplayers'
shot 2-account

# Create the character: 12 in each ability, a dwarf and a fighter.
click 247 343
expect 'cmd replyinfo'
sleep 1
for y in 149 177 205 233 261 289 317; do
  xdotool mousemove 167 $y click --repeat 3 --delay 40 1
  xdotool type 12
  xdotool key Tab
done
fill 370 59 "$name"
shot 3-character
click 549 613
click 100 65
keys Home Return
shot 4-start
click 412 280
expect 'cmd map2'
sleep 1
xdotool windowsize "$(xdotool search --name 'Crossfire Client' | tail -1)" 1400 1000
sleep 2
# Enlarge the panes of the messages and of the inventory.
drag 1112 143 330
drag 1112 441 720
shot 5-square

# Walk from the square down the road to the cottage, and through its door.
xdotool mousemove 400 300
keys Right Down Down Down Down Down Down
keys Right Right Right Right Right Right Right Right Right
shot 6-road
keys Up Up
shot 7-cottage

# Drop the helmet, pick it up (the comma is the client's key for this), and wear it.
typed 'drop helmet'
shot 8-dropped
xdotool mousemove 400 300
keys comma
shot 9-taken
typed 'apply helmet'
typed 'chat hello from the real client'
typed 'say is anybody home'
typed 'who'
shot 10-worn
expect 'cmd drawextinfo'

# Send the other commands of keys and prompt. The server answers each and keeps the connection.
for words in 'wave' 'title the Brave' 'mapinfo' 'resistances' 'body' 'hiscore' 'help night' 'inscribe x' 'brace' 'brace'; do
  typed "$words"
done
xdotool mousemove 400 300
keys d plus s
shot 11-answered
typed 'passwd'
for answer in secret better better; do xdotool type --delay 30 "$answer"; xdotool key Return; sleep 1; done
typed 'inventory'
shot 12-password

# Leave the cottage.
keys Down
shot 13-outside
kill -0 "$client" && echo 'the client still runs'
