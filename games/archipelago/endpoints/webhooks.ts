// [AP-15]
import type { WebhookSupport } from '../../game.ts'
import { itemClasses } from '../seed/item-class.ts'

export const webhookSupport: WebhookSupport = {
  kinds: { item: 'items are found', hint: 'a hint is given' },
  // [AP-15.4] Joins are not among the default events, because in a large multiworld a player joins every minute.
  byDefault: ['goal', 'end', 'trouble', 'item', 'hint'],
  filters: {
    class: {
      description: 'Only items and hints of these item classes.',
      choices: itemClasses,
      byDefault: ['progression'],
    },
    receiver: { description: 'Only items for the slots with these names.' },
    finder: { description: 'Only items found by the slots with these names.' },
  },
}
