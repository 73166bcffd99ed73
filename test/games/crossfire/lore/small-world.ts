// A small world of our own in the formats of Crossfire's archives, in which every construct of theirs stands once.

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

/** What Debian's maps have, too: a header with a text, tiles, things in things, keys of nobody's, an exit each way. */
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

/** East of the hill, over its edge; whoever comes has one of his own. */
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

/** Under the hill: dark, and begun anew when nobody has been there for a minute. */
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
