// `packetboat room webhooks|hook|unhook`: the webhooks of a room.
import type { WebhookEventKind } from '../durable-objects/hook.ts'
import { api, type RoomAccess } from './room.ts'
import { columns, type Output, plain } from './terminal/output.ts'

export interface HookRequest extends RoomAccess {
  readonly kind?: 'discord' | 'plain'
  /** Default: all kinds. */
  readonly on?: readonly WebhookEventKind[]
  /** Seconds. */
  readonly cooldown?: number
}

export async function listWebhooks(name: string, asked: RoomAccess, { out, err }: Output): Promise<void> {
  const webhooks = await api(asked).webhooks(name)
  if (asked.json) return out(JSON.stringify({ webhooks }))
  if (!webhooks.length) return err('nobody is told')
  for (const line of columns(
    webhooks.map(({ id, kind, host, on, cooldown, status, waiting, failure }) => [
      ...[id, kind, plain(host), on.join(','), `${cooldown} s`],
      ...[status, `${waiting} waiting`, plain(failure ?? '')],
    ]),
  ))
    out(line)
}

export async function hook(
  name: string,
  url: string,
  asked: HookRequest,
  { out, err }: Output,
): Promise<void> {
  const { kind, on, cooldown } = asked
  const wish = {
    url,
    ...(kind && { kind }),
    ...(on?.length && { on }),
    ...(cooldown !== undefined && { cooldown }),
  }
  const made = await api(asked).hook(name, wish)
  if (asked.json) return out(JSON.stringify(made))
  out(`${made.webhook.id} tells ${plain(made.webhook.host)}`)
  if (made.secret === undefined) return
  err('what it is told is signed with this secret, which is shown this once:')
  out(made.secret)
}

/** `id`: as `webhooks` shows it. */
export async function unhook(name: string, id: string, asked: RoomAccess, { out }: Output): Promise<void> {
  await api(asked).unhook(name, id)
  out(asked.json ? JSON.stringify({ removed: id }) : `${id} is told nothing any more`)
}
