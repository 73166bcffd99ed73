// [CF-16.11] Deletes the records of a deleted character, so that a later character of the same name does not inherit
// them.
import { portalRecordKind } from '../../../model/records/service-records.ts'
import type { ServiceRecordStore } from '../../../model/state/game-state.ts'
import { sanitizeRecordName } from '../dialogue/script-call.ts'
import { isGuildMember, removeFromGuilds } from './guilds.ts'
import { deleteMarketWaresOf, isMarketSeller } from './market.ts'
import { deleteShopsOf, isShopkeeper } from './player-shops.ts'

/** Pages that belong to the character alone. */
const ownPages = (name: string) =>
  [
    ['letters', name.toLowerCase()],
    ['owed', sanitizeRecordName(name.toLowerCase())],
  ] as const

export function hasServiceRecords(ledger: ServiceRecordStore, name: string): boolean {
  return (
    ownPages(name).some(([kind, page]) => hasContent(ledger, kind, page)) ||
    isGuildMember(ledger, name) ||
    isShopkeeper(ledger, name) ||
    isMarketSeller(ledger, name)
  )
}

export function deleteServiceRecords(ledger: ServiceRecordStore, name: string): void {
  for (const [kind, page] of ownPages(name)) ledger.delete(kind, page)
  ledger.delete(portalRecordKind, name.toLowerCase())
  removeFromGuilds(ledger, name)
  deleteShopsOf(ledger, name)
  deleteMarketWaresOf(ledger, name)
}

/** Whether a page has content. Empty pages remain after the last letter is fetched or the sum is paid. */
function hasContent(ledger: ServiceRecordStore, kind: string, page: string): boolean {
  const held = ledger.get(kind, page)
  return Array.isArray(held) ? held.length > 0 : Boolean(held)
}
