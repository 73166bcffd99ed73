// [AP-14.7] The name of the slot is part of the multiworld, and is not erased.
import type { Json, KnownPlayer, PersonalData, WorldRecord } from '../../game.ts'
import type { Erasure } from '../../shared/privacy/personal-data.ts'
import { parsePlayerSlot } from '../claims/claim-actions.ts'
import { publicClaim } from '../claims/claim-records.ts'
import { fileKeyPrefix, readFileRecords, type SubmittedFile } from '../gathering/file-records.ts'
import { matchFiles } from '../gathering/matching.ts'
import type { FeedEvent } from '../room/event-ring.ts'
import type { Multiworld } from '../world.ts'

type Fields = { readonly [name: string]: Json }

export const personalData: PersonalData<Multiworld> = {
  nameLabel: 'Name or number of your slot',
  proof: 'link',
  erases:
    'The claim of the slot, its alias, its chat, and the data that its clients have sent about themselves are deleted. Progress, items, hints and the name of the slot are kept, because they are part of the multiworld.',
  records: ['claim/', 'slot/', 'chat/', 'feed/', fileKeyPrefix],
  find(world, given) {
    const slot = slotOf(world, given)
    return slot === undefined ? undefined : knownPlayer(world, slot)
  },
  credentials(world, given) {
    const slot = slotOf(world, given)
    const secret = slot === undefined ? undefined : world.claims.of(slot)?.owner
    return { target: `claim ${slot ?? given}`, ...(secret !== undefined && { secret }) }
  },
}

function slotOf(world: Multiworld, given: string): number | undefined {
  for (const { slot, name } of world.seed.slots.values())
    if (name === given) return parsePlayerSlot(world, `${slot}`)
  return parsePlayerSlot(world, given)
}

function knownPlayer(world: Multiworld, slot: number): KnownPlayer {
  const name = world.playerName(slot)
  const claim = world.claims.of(slot)
  const alias = world.alias(slot)
  const others = [claim?.called, alias, alias === undefined ? undefined : world.displayName(slot)]
  const renamed = new Map([name, ...others].flatMap((one) => (one ? [[one, name] as const] : [])))
  let known: ReadonlyMap<number, SubmittedFile> | undefined
  const files = () => (known ??= submittedFiles(world, slot))
  return {
    names: [],
    renamed,
    data: () => ({
      slot,
      name,
      alias: alias ?? null,
      claim: claim ? { ...publicClaim(claim), since: claim.since } : null,
      video: world.slotStates.video(slot) ?? null,
      lockedTo: [...world.slotStates.lockedTo(slot)],
      lastConnection: world.slotStates.lastConnection(slot) ?? null,
      chat: world.feed.events.flatMap((event) =>
        isChatOf(event, slot) && textOf(event) !== '' ? [{ at: event.at, text: textOf(event) }] : [],
      ),
      files: [...files().values()] as unknown as Json,
    }),
    anonymize: (record, forgotten) => anonymize(record, slot, files, forgotten),
  }
}

function anonymize(
  record: WorldRecord,
  slot: number,
  files: () => ReadonlyMap<number, SubmittedFile>,
  { renaming }: Erasure,
): WorldRecord | undefined {
  const { key, value } = record
  if (key === `claim/${slot}`) return undefined
  if (value === undefined || value instanceof Uint8Array) return record
  const fields = value as Fields
  if (key === `slot/${slot}`) {
    const { alias, lockedTo, video, ...rest } = fields
    return alias === undefined && lockedTo === undefined && video === undefined
      ? record
      : { key, value: rest }
  }
  if (key.startsWith(fileKeyPrefix)) {
    const isTheirs =
      files().has(Number(key.slice(fileKeyPrefix.length))) &&
      (fields.called !== '' || fields.discord !== '' || fields.name !== '')
    return isTheirs ? { key, value: { ...fields, called: '', discord: '', name: '' } } : record
  }
  if (!key.startsWith('chat/') && !key.startsWith('feed/')) return record
  const lines = fields.lines as unknown as readonly FeedEvent[]
  const anonymous = lines.map((line) => anonymousLine(line, slot, renaming))
  const isSame = JSON.stringify(anonymous) === JSON.stringify(lines)
  return isSame ? record : { key, value: { ...fields, lines: anonymous as unknown as Json } }
}

/** The line keeps its number `n`, so that readers who continue from a number miss no line. */
function anonymousLine(line: FeedEvent, slot: number, renaming: Erasure['renaming']): FeedEvent {
  if (isChatOf(line, slot) || isPresenceOf(line, slot)) return { ...line, data: [{ text: '' }] }
  return { ...line, data: line.data.map((part) => ({ ...part, text: renaming.inText(part.text) })) }
}

function isChatOf({ type, slot: by }: FeedEvent, slot: number): boolean {
  return type === 'Chat' && by === slot
}

/**
 * Whether the event is a join, part or tag change of the slot. Such an event contains the version and tags of a client.
 */
function isPresenceOf({ type, slot: by }: FeedEvent, slot: number): boolean {
  return (type === 'Join' || type === 'Part' || type === 'TagsChanged') && by === slot
}

function textOf({ data }: FeedEvent): string {
  return data.map(({ text }) => text).join('')
}

/** [AP-16.6] The submitted files of a slot by id. A file has the name and Discord id of its author. */
function submittedFiles({ store, seed }: Multiworld, slot: number): ReadonlyMap<number, SubmittedFile> {
  const files = readFileRecords(store)
  const { slots } = matchFiles(files, seed.slots.values())
  const own = new Set(Array.from(slots, ([{ file }, matched]) => (matched === slot ? file : 0)))
  return new Map([...files].filter(([id]) => own.has(id)))
}
