Object kindness
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
