// `packetboat room webhooks|hook|unhook`: the webhooks of a room.
import type { WebhookEventKind } from '../../durable-objects/model/webhook.ts'
import { columns, type Output, printable } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface CreateWebhookFlags extends ApiFlags {
  readonly kind?: 'discord' | 'plain'
  /** Default: all kinds. */
  readonly on?: readonly WebhookEventKind[]
  /** Seconds. */
  readonly cooldown?: number
}

export async function listWebhooks(name: string, flags: ApiFlags, { out, err }: Output): Promise<void> {
  const webhooks = await apiClient(flags).webhooks(name)
  if (flags.json) return out(JSON.stringify({ webhooks }))
  if (!webhooks.length) return err('no webhooks')
  for (const line of columns(
    webhooks.map(({ id, kind, host, on, cooldown, status, waiting, failure }) => [
      ...[id, kind, printable(host), on.join(','), `${cooldown} s`],
      ...[status, `${waiting} waiting`, printable(failure ?? '')],
    ]),
  ))
    out(line)
}

export async function createWebhook(
  name: string,
  url: string,
  flags: CreateWebhookFlags,
  { out, err }: Output,
): Promise<void> {
  const { kind, on, cooldown } = flags
  const webhook = {
    url,
    ...(kind && { kind }),
    ...(on?.length && { on }),
    ...(cooldown !== undefined && { cooldown }),
  }
  const created = await apiClient(flags).createWebhook(name, webhook)
  if (flags.json) return out(JSON.stringify(created))
  out(`webhook ${created.webhook.id} added for ${printable(created.webhook.host)}`)
  if (created.secret === undefined) return
  err('save the signing secret of its messages now: it is not shown again')
  out(created.secret)
}

/** `id`: as `webhooks` shows it. */
export async function deleteWebhook(
  name: string,
  id: string,
  flags: ApiFlags,
  { out }: Output,
): Promise<void> {
  await apiClient(flags).deleteWebhook(name, id)
  out(flags.json ? JSON.stringify({ removed: id }) : `webhook ${id} deleted`)
}
