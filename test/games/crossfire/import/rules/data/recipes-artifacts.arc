Allowed draught
chance 1
type 5
other_arch warmth
value 3
Object summer
end
Allowed all
chance 1
type 15
dam 15
wc 2
Object Frost
weight 150
arch on_apply
title Python
slaying nobody.py
end
value 5
end
