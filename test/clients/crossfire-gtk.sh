#!/bin/bash
# Debian's crossfire-client 1.75, unmodified and driven by keys: it makes an account and a character, walks through a door,
# lays its helmet down, picks it up, wears it, chats, and says what its keys and menus can say. Run by hand against a room
# that is open:
#   apt-get install crossfire-client xvfb xdotool imagemagick
#   packetboat start, then: test/clients/crossfire-gtk.sh HOST:PORT FOLDER [NAME]
# FOLDER gets a picture of every step and client.log, which has all packets by name. Look at the pictures.
# The character must be new (NAME: letters), and nobody may stand in its way.
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
# Through the client's own prompt.
typed() { xdotool key apostrophe; sleep 0.3; xdotool type --delay 30 "$1"; xdotool key Return; sleep 0.8; }
# Back when the client has heard this packet, or said this command; else it fails.
expect() {
  for _ in $(seq 50); do grep -aq "$1" "$folder/client.log" && return; sleep 0.2; done
  echo "the client has not heard or said: $1" >&2
  exit 1
}

# The account.
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

# The character: twelve of everything, a dwarf and a fighter.
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
# Room for messages and for the inventory.
drag 1112 143 330
drag 1112 441 720
shot 5-square

# From the square down the road to the cottage, and through its door.
xdotool mousemove 400 300
keys Right Down Down Down Down Down Down
keys Right Right Right Right Right Right Right Right Right
shot 6-road
keys Up Up
shot 7-cottage

# Down with the helmet, up again (the comma is the client's key for that), and on.
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

# What its keys and its prompt send besides: all of it is answered, and nothing of it ends the conversation.
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

# Out again.
keys Down
shot 13-outside
kill -0 "$client" && echo 'the client is alive and well'
