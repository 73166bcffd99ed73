// The tables of a room as CSV (RFC 4180), for spreadsheets.

import { formatIsoTime } from '../gathering/utc-time.ts'
import { toStartItem } from '../play/inventory.ts'
import { playerSlotType } from '../seed/seed.ts'
import type { Multiworld } from '../world.ts'
import { hintsResponse, slotReference } from './hints.ts'
import { classificationName } from './labels.ts'
import { patchFilesBySlot, toSlotRow } from './slots.ts'
import { sphereTrackerResponse } from './spheres.ts'

export const csvType = 'text/csv; charset=utf-8'

/** Maximum number of rows, because a room can have a million received items. */
const maxItemRows = 100_000

const players = (world: Multiworld) =>
  [...world.seed.slots.values()].filter(({ type }) => type === playerSlotType)

export function slotsCsv(world: Multiworld): string {
  const files = patchFilesBySlot(world)
  const rows = players(world).map((slot) => {
    const row = toSlotRow(world, slot, files)
    const { called, discord, note, ping, state } = row.claim ?? {}
    return [
      ...[row.slot, row.name, row.alias, row.game, row.status, row.checks, row.locations],
      ...[
        formatIsoTime(row.lastActivity ?? undefined),
        row.locked,
        called,
        discord,
        note,
        ping,
        state,
        row.video,
      ],
    ]
  })
  return formatCsv(
    'slot,name,alias,game,status,checks,locations,last_activity,locked,claimed_by,discord,note,ping,state,video',
    rows,
  )
}

export function hintsCsv(world: Multiworld): string {
  const { hints } = hintsResponse(world)
  return formatCsv(
    'finder,receiver,item,location,game,entrance,found,status,class',
    hints.map((hint) => [
      ...[hint.finder.shown, hint.receiver.shown, hint.item, hint.location, hint.game, hint.entrance],
      ...[hint.found, hint.status, hint.kind],
    ]),
  )
}

export function spheresCsv(world: Multiworld): string {
  const { places } = sphereTrackerResponse(world)
  return formatCsv(
    'sphere,finder,receiver,item,location,game',
    places.map(({ sphere, finder, receiver, item, location, game }) => [
      ...[sphere, finder, receiver, item, location, game],
    ]),
  )
}

export function itemsCsv(world: Multiworld): string {
  return formatCsv('slot,name,order,item,class,finder,location', itemRows(world))
}

function* itemRows(world: Multiworld): Generator<readonly CsvValue[]> {
  let left = maxItemRows
  for (const { slot, name } of players(world)) {
    const items = [...world.seed.precollectedItems(slot).map(toStartItem), ...world.items.all(slot)]
    for (const [place, { item, location, finder, flags }] of items.entries()) {
      if (left-- === 0) return
      yield [
        ...[slot, name, place + 1, world.itemName(slot, item), classificationName(flags)],
        ...[slotReference(world, finder).shown, location >= 0 ? world.locationName(finder, location) : ''],
      ]
    }
  }
}

type CsvValue = string | number | boolean | null | undefined

export function formatCsv(head: string, rows: Iterable<readonly CsvValue[]>): string {
  const lines = [head]
  for (const row of rows) lines.push(row.map(csvCell).join(','))
  return `${lines.join('\r\n')}\r\n`
}

/**
 * Spreadsheets run a text that starts like a formula. Some of them also accept full-width characters such as `＝`. An
 * apostrophe in front of the text prevents this.
 */
function csvCell(value: CsvValue): string {
  if (typeof value !== 'string') return value === null || value === undefined ? '' : `${value}`
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
