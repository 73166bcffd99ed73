// [CF-6.11] Faces in the order of their numbers, from 1. Clients may cache numbers and names for years: append new ones
// only and remove none.
import { directionNames } from '../../model/definitions/directions.ts'

/** The suffix after the point numbers the pictures of one thing, as in all Crossfire archives. */
export const faceNames: readonly string[] = [
  ['blank.111', 'dark1.111', 'dark2.111', 'dark3.111'],
  ['grass.111', 'grass.112', 'grass.113', 'flagstone.111', 'flagstone.112', 'floor_wood.111', 'dirt.111'],
  ['floor_dungeon.111', 'floor_dungeon.112', 'sand.111', 'floor_shop.111', 'floor_marble.111', 'rug.111'],
  ['water.111', 'water.112', 'water.113'],
  ['wall_stone', 'wall_wood', 'wall_dungeon'].flatMap(wallFaces),
  ['roof_red_1', 'roof_red_2', 'roof_red_3', 'roof_red_4', 'roof_red_5', 'roof_red_6'].map(unanimated),
  ['roof_slate_1', 'roof_slate_2', 'roof_slate_3', 'roof_slate_4', 'roof_slate_5', 'roof_slate_6'].map(
    unanimated,
  ),
  ['front_plaster', 'front_plaster_window', 'front_plaster_door'].map(unanimated),
  ['front_stone', 'front_stone_window', 'front_stone_door'].map(unanimated),
  ['shield_inn', 'shield_smithy', 'shield_shop', 'shield_temple'].map(unanimated),
  ['tree.111', 'tree.112', 'bush.111', 'stump.111', 'boulder.111', 'flowers.111', 'fence.111', 'reeds.111'],
  ['door_closed', 'door_open', 'door_locked', 'gate_closed', 'gate_open'].map(unanimated),
  ['stairs_up', 'stairs_down', 'ladder', 'trapdoor', 'cave_mouth'].map(unanimated),
  ['sign.111', 'counter.111', 'table.111', 'chair.111', 'bed.111', 'altar.111', 'bookshelf.111', 'anvil.111'],
  ['barrel.111', 'crate.111', 'statue.111', 'lever.111', 'lever.112', 'gravestone.111', 'bones.111'],
  ['fire.111', 'fire.112', 'fire.113', 'torch.111', 'torch.112', 'torch.113', 'lamp_post.111'],
  ['fountain.111', 'fountain.112', 'fountain.113'],
  ['chest_closed.111', 'chest_open.111', 'bag.111', 'book.111', 'spellbook.111', 'scroll.111', 'note.111'],
  ['bread.111', 'apple.111', 'cheese.111', 'meat.111', 'mushroom.111', 'booze.111', 'waterskin.111'],
  ['sword.111', 'long_sword.111', 'dagger.111', 'club.111', 'axe.111', 'mace.111', 'staff.111', 'bow.111'],
  ['shield.111', 'helmet.111', 'mail.111', 'leather.111', 'robe.111', 'cloak.111', 'boots.111', 'gloves.111'],
  ['ring.111', 'amulet.111', 'wand.111', 'potion_red.111', 'potion_blue.111', 'potion_green.111'],
  ['key.111', 'key.112', 'quiver.111', 'pelt.111', 'talisman.111', 'holy_symbol.111'],
  [
    'coin_copper.111',
    'coin_silver.111',
    'coin_gold.111',
    'coins_copper.111',
    'coins_silver.111',
    'coins_gold.111',
  ],
  ['ruby.111', 'sapphire.111', 'emerald.111', 'diamond.111'],
  ['arrow', 'fire_bolt', 'magic_missile', 'frost'].flatMap(flying),
  ['burst.111', 'burst.112', 'burst.113', 'chill.111', 'chill.112', 'chill.113'],
  ['heal.111', 'heal.112', 'heal.113', 'puff.111', 'puff.112', 'hit.111'],
  ['fighter', 'wizard', 'priest', 'rogue'].flatMap(walking),
  walking('guard'),
  ['shopkeeper.111', 'innkeeper.111', 'smith.111', 'elder.111', 'villager.111', 'villager.112', 'child.111'],
  [...turning('rat'), ...turning('wolf')],
  ['slime', 'goblin', 'goblin_chief', 'skeleton', 'bone_lord', 'bat', 'spider'].flatMap(stepping),
].flat()

function unanimated(name: string): string {
  return `${name}.111`
}

/** Sixteen walls, by the sum of neighbours in which they continue: north 1, east 2, south 4, west 8. */
function wallFaces(name: string): string[] {
  return Array.from({ length: 16 }, (_, joins) => `${name}_${joins.toString(16)}.111`)
}

function flying(name: string): string[] {
  return directionNames.map((direction) => `${name}_${direction}.111`)
}

function walking(look: string): string[] {
  return ['north', 'east', 'south', 'west'].flatMap((way) => stepping(`${look}_${way}`))
}

function turning(name: string): string[] {
  return ['west', 'east'].flatMap((way) => stepping(`${name}_${way}`))
}

function stepping(name: string): string[] {
  return [`${name}.111`, `${name}.112`]
}
