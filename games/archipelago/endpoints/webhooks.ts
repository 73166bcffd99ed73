// [AP-15] Events of a multiworld for webhooks, and what they can be filtered by. Used by the game's index.
import type { WebhookSupport } from '../../game.ts'
import { itemClasses } from '../room/item-announcements.ts'

export const webhookSupport: WebhookSupport = {
  kinds: { item: 'items are found', hint: 'a hint is given' },
  // [AP-15.4] In a large multiworld a player joins every minute.
  byDefault: ['goal', 'end', 'trouble', 'item', 'hint'],
  filters: {
    class: {
      description: 'Classes of items, in news of items and hints.',
      choices: itemClasses,
      byDefault: ['progression'],
    },
    receiver: { description: 'Only items for these slots, by name.' },
    finder: { description: 'Only items found by these slots, by name.' },
  },
}
