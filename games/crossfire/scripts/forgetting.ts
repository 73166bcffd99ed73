// What services store about a character: post, bank, guilds, shops. [CF-16.11] Deleted with the character, or the next
// character of the same name would inherit it.
import type { Ledger } from '../scene/scene.ts'
import { forgetMember, isMember } from './guilds.ts'
import { pageName } from './saying.ts'
import { closeShops, isShopkeeper } from './shops.ts'

/** The character's own pages, by kind. */
const pages = (name: string) =>
  [
    ['letters', name.toLowerCase()],
    ['owed', pageName(name.toLowerCase())],
  ] as const

export function isKnownAtOffices(ledger: Ledger, name: string): boolean {
  return (
    pages(name).some(([kind, page]) => holds(ledger, kind, page)) ||
    isMember(ledger, name) ||
    isShopkeeper(ledger, name)
  )
}

export function forgetAtOffices(ledger: Ledger, name: string): void {
  for (const [kind, page] of pages(name)) ledger.delete(kind, page)
  forgetMember(ledger, name)
  closeShops(ledger, name)
}

/** Fetched letters and paid sums leave an empty page. */
function holds(ledger: Ledger, kind: string, page: string): boolean {
  const held = ledger.page(kind, page)
  return Array.isArray(held) ? held.length > 0 : Boolean(held)
}
