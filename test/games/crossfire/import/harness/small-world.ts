// A small world in the formats of Crossfire's archives that uses every construct of theirs once.

export const archetypes = `# a comment
Object map
type 0
end
Object meadow
name meadow
name_pl meadows
face meadow.111
is_floor 1
no_pick 1
type 67
end
Object hedge
name hedge
face hedge.111
type 77
move_block all
blocksview 1
no_pick 1
end
Object tower
name tower
face tower.111
animation tower
msg
It leans.

 Two lines of it.
endmsg
editable 7
end
More
Object tower_2
face tower.111
x 1
end
More
Object tower_3
face tower.111
y 1
end
Object stair
name stair
face stair.111
type 66
no_pick 1
end
Object post
name post
face post.111
type 98
no_pick 1
end
Object cat
name cat
face cat.131
type 0
alive 1
monster 1
speed 0.2
hp 3
end
Object milk
name bowl of milk
name_pl bowls of milk
face milk.111
type 54
food 20
nrof 1
weight 300
value 4
end
Object crate
name crate
face crate.111
type 122
weight 2000
container 50000
end
Object lever
name lever
face post.111
type 93
no_pick 1
activate_on_push 1
activate_on_release 1
end
Object handle
name handle
face post.111
type 27
no_pick 1
exp 10
end
Object grate
name grate
face hedge.111
animation tower
type 91
no_pick 1
move_block all
wc 6
dam 5
activate_on_push 1
activate_on_release 1
end
Object hatch
name hatch
face hedge.111
type 26
no_pick 1
move_block all
wc 6
maxhp 10
speed 0.5
activate_on_push 1
end
Object plate
name plate
face post.111
type 92
no_pick 1
weight 1
activate_on_push 1
activate_on_release 1
end
Object knob
name knob
face post.111
type 30
no_pick 1
weight 1
exp 10
end
Object dais
name dais
face post.111
type 17
no_pick 1
slaying player
end
Object board
name board
face post.111
type 18
no_pick 1
slaying milk
food 2
msg
Thank you.
endmsg
end
Object tray
name tray
face post.111
type 31
no_pick 1
slaying milk
food 1
exp 10
end
Object well
name well
face post.111
type 94
no_pick 1
wc 3
activate_on_push 1
activate_on_release 1
end
Object flap
name flap
face post.111
type 95
no_pick 1
weight 60000
end
Object ring_of_stones
name ring of stones
face post.111
type 41
no_pick 1
speed 0.5
activate_on_push 1
end
Object current
name current
face post.111
type 40
no_pick 1
invisible 1
sp 3
speed 1
level 1
attacktype 1
end
Object warden
name warden
face post.111
type 64
no_pick 1
invisible 1
last_sp 1
end
Object font
name font
face post.111
type 42
no_pick 1
invisible 1
other_arch milk
hp 2
activate_on_push 1
end
Object mirror
name mirror
face post.111
type 83
no_pick 1
invisible 1
other_arch milk
level 2
activate_on_push 1
end
Object dairy
name dairy
face post.111
type 103
no_pick 1
slaying milk
food 2
sp 1
other_arch crate
end
Object watch
name watch
face post.111
type 51
no_pick 1
slaying milk
sp 1
end
Object sponge
name sponge
face post.111
type 55
no_pick 1
invisible 1
speed 0.5
slaying been here
food 1000
msg
You are remembered.
endmsg
end
Object shell
name shell
face post.111
type 29
no_pick 1
invisible 1
msg
@match milk|cheese
Somewhere something moves.
endmsg
end
Object dart
name dart
face milk.111
type 101
subtype 5
attacktype 2
dam 3
invisible 1
end
Object slit
name slit
face hedge.111
type 62
no_pick 1
move_block all
direction 7
speed 0.5
other_arch dart
activate_on_push 1
end
Object vane
name vane
face post.111
type 112
no_pick 1
sp 1
end
Object mire
name mire
face meadow.111
type 138
no_pick 1
is_floor 1
end
Object lists
name lists
face meadow.111
type 58
no_pick 1
is_floor 1
hp 0
sp 8
end
Object embers
name embers
face meadow.111
type 102
no_pick 1
is_floor 1
attacktype 4
dam 500
speed 1
end
Object snare
name snare
face post.111
type 155
no_pick 1
invisible 1
attacktype 1
dam 4
hp 2
msg
It snaps shut!
endmsg
end
Object calmer
name calmer
face post.111
type 65
no_pick 1
invisible 1
last_sp 2
activate_on_push 1
end
Object provoker
name provoker
face post.111
type 65
no_pick 1
invisible 1
last_sp 1
speed 1
end
Object bank
name bank of earth
face hedge.111
type 45
no_pick 1
move_block all
blocksview 1
hp 20
end
`

export const animations = `anim tower
tower.111
tower.112
mina
anim cat
facings 2
cat.171
cat.172
cat.131
cat.132
mina
`

export const treasures = `treasure pantry
  arch milk
  chance 50
  nrof 3
 more
  list crumbs
  yes
    arch cat
  end
  no
   arch crate
   magic 2
  end
end
treasureone crumbs
 arch milk
more
 list NONE
 chance 10
end
`

export const artifacts = `# rare ones
Allowed milk,!crate
chance 20
Object kindness
value 10
msg
 It tastes of it.
endmsg
end
Allowed all
chance 3
type 54
Object old age
food -5
end
`

export const formulae = `Object kindness
arch milk,crate
chance 5
diff 2
exp 100
skill woodsman
cauldron crate
ingred 2 bowl of milk,cat
Object NONE
arch milk
chance 0
ingred water
`

export const regions = `region hill
parent land
longname The Hill
msg
One sees far.
endmsg
end
region land
longname The Land
jail /hill/cellar 1 2
fallback 1
end
nomore
`

export const faces = `face meadow.111
magicmap green
is_floor 1
end
face tower.111
visibility 90
end
`

/**
 * Constructs of Debian's maps: a header with a text, tiles, nested objects, unknown keys, an exit each way.
 */
export const hill = `arch map
name The Hill
region hill
width 3
height 2
enter_x 1
enter_y 1
reset_timeout 3600
tile_path_2 hill_east
maplore
It was a hill before it was a map.
endmaplore
msg
Created: by us
endmsg
end
arch meadow
end
arch meadow
x 1
end
arch meadow
x 1
y 1
end
arch meadow
y 1
end
arch hedge
x 2
end
arch stair
slaying cellar
hp 1
sp 2
x 1
y 1
end
arch post
msg
Down: the cellar.
endmsg
x 1
end
arch crate
x 1
arch milk
nrof 2
colour_of_nobody white
end
end
`

/** East of the hill, over its edge. A unique map: each player has a copy. */
export const hut = `arch map
name The Hut
width 2
height 2
unique 1
tile_path_4 hill
end
arch meadow
end
arch meadow
x 1
end
arch meadow
y 1
end
arch meadow
x 1
y 1
end
`

/** Under the hill: dark, and reset one minute after the last player left. */
export const cellar = `arch map
name The Cellar
width 4
height 3
darkness 4
reset_timeout 60
enter_x 2
enter_y 1
end
${[0, 1, 2, 3].map((x) => [0, 1, 2].map((y) => `arch meadow\nx ${x}\ny ${y}\nend\n`).join('')).join('')}arch stair
slaying /land/hill
x 1
y 2
end
arch stair
slaying works
x 3
end
arch milk
nrof 3
x 2
y 1
end
arch tower
end
arch stair
slaying /!
x 3
y 2
end
`

const floorsOfWorks: { readonly [at: number]: string } = { 97: 'mire', 99: 'lists', 101: 'embers' }

/** Formats `ARCH x,y key value …` as an object. */
function objectOfWorks(line: string): string {
  const [arch, at = '', ...words] = line.split(' ')
  const [x, y] = at.split(',')
  const keys = words.filter((_, place) => place % 2 === 0)
  const said = keys.map((key, place) =>
    key === 'msg' ? 'msg\nNot without.\nendmsg' : `${key} ${words[2 * place + 1]}`,
  )
  return `arch ${arch}\nx ${x}\ny ${y}\n${said.join('\n')}${said.length > 0 ? '\n' : ''}end\n`
}

/** Machines, one row for each test. Players enter at the corner. */
export const works = `arch map
name The Works
width 12
height 10
end
${Array.from({ length: 120 }, (_, at) => `arch ${floorsOfWorks[at] ?? 'meadow'}\nx ${at % 12}\ny ${Math.floor(at / 12)}\nend\n`).join('')}${[
  'lever 1,0 connected 1',
  'grate 3,0 connected 1',
  'grate 4,0 connected 1 wc 0 maxsp 1',
  'handle 6,0 connected 11',
  'grate 8,0 connected 11',
  'plate 1,1 connected 2',
  'plate 2,1 connected 2 weight 1000000',
  'grate 4,1 connected 2',
  'knob 6,1 connected 12',
  'hatch 8,1 connected 12',
  'board 1,2 connected 3',
  'grate 3,2 connected 3',
  'tray 5,2 connected 4',
  'grate 7,2 connected 4',
  'tray 9,2 connected 13 last_sp 1',
  'grate 11,2 connected 13',
  'ring_of_stones 1,3 hp 5 sp 3',
  'lever 7,3 connected 5',
  'well 8,3 connected 5 hp 10 sp 3',
  'flap 11,3 hp 0 sp 3',
  'ring_of_stones 1,9 speed 0 connected 6',
  'ring_of_stones 3,9 speed 0',
  'lever 7,9 connected 6',
  'current 8,4',
  'warden 1,5 race milk last_heal 1 connected 7',
  'grate 3,5 connected 7',
  'warden 6,5 slaying been_here move_block all msg',
  'sponge 8,5 slaying been_here',
  'lever 1,6 connected 8',
  'font 2,6 connected 8',
  'mirror 4,6 connected 8',
  'dairy 6,6',
  'watch 8,6 connected 14',
  'grate 10,6 connected 14',
  'shell 1,7 connected 9',
  'grate 3,7 connected 9',
  'slit 11,7',
  'vane 7,7',
  'dais 5,7 connected 15',
  'grate 5,9 connected 15',
  'snare 7,8',
  'bank 9,8',
]
  .map(objectOfWorks)
  .join('')}`
