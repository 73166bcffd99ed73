Object rat
name rat
face cat.131
monster 1
alive 1
hp 1
ac 1
Wis 1
end
Object nest
name nest
face post.111
alive 1
generator 1
other_arch rat
hp 2
ac 1
exp 5
speed 0.5
maxsp 2
generator_limit 3
no_pick 1
end
Object mouse
name mouse
face cat.131
monster 1
alive 1
generator 1
other_arch mouse
hp 1
speed 0.5
maxsp 2
Wis 1
end
