// [AP-9.5] The only classes that a pickle may name, because others could run code in Python.

import { SeedError } from '../seed-error.ts'
import { CollectionType, Enumeration, EnumMember, NamedTuple, type PickleClass } from './values.ts'

const slotTypes = new Enumeration('NetUtils.SlotType', [0, 1, 2])
export const hintStatusClass = new Enumeration('NetUtils.HintStatus', [0, 10, 20, 30, 40])
export const clientStatusClass = new Enumeration('NetUtils.ClientStatus', [0, 5, 10, 20, 30])

/** The last argument has the defaults of optional fields, here of `group_members`. */
export const networkSlotClass = new NamedTuple(
  'NetUtils.NetworkSlot',
  ['name', 'game', 'type', 'group_members'],
  [[]],
)
export const networkItemClass = new NamedTuple(
  'NetUtils.NetworkItem',
  ['item', 'location', 'player', 'flags'],
  [0],
)
export const hintClass = new NamedTuple(
  'NetUtils.Hint',
  ['receiving_player', 'finding_player', 'location', 'item', 'found', 'entrance', 'item_flags', 'status'],
  ['', 0, new EnumMember(hintStatusClass, 0)],
)

const allowedClasses: ReadonlyMap<string, PickleClass> = new Map(
  [
    slotTypes,
    hintStatusClass,
    clientStatusClass,
    networkSlotClass,
    networkItemClass,
    hintClass,
    new CollectionType('builtins.set', 'set'),
    new CollectionType('builtins.frozenset', 'set'),
    new CollectionType('collections.Counter', 'counter'),
  ].map((known) => [known.name, known]),
)

/** Throws SeedError, which names the class, for a class that is not allowed. */
export function findClass(module: string, name: string): PickleClass {
  const known = allowedClasses.get(`${module}.${name}`)
  if (!known) throw new SeedError(`the class ${printableName(`${module}.${name}`)} is forbidden`)
  return known
}

function printableName(name: string): string {
  return /^[\w.]{1,80}$/.test(name) ? name : JSON.stringify(name.slice(0, 80))
}
