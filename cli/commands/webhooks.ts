// `packetboat room webhooks|hook|unhook`.
import type { WebhookEventKind } from '../../durable-objects/model/webhook.ts'
import { UsageError } from '../terminal/failure.ts'
import { alignColumns, type Output } from '../terminal/output.ts'
import { type ApiFlags, apiClient } from './room.ts'

export interface CreateWebhookFlags extends ApiFlags {
  readonly kind?: 'discord' | 'plain'
  /** The kinds of events to send. Default: the kinds that the game chooses. */
  readonly on?: readonly WebhookEventKind[]
  /** Filters of the form `LABEL=VALUE`. */
  readonly only?: readonly string[]
  /** Seconds within which events of one kind are sent together. */
  readonly cooldown?: number
}

export async function listWebhooks(name: string, flags: ApiFlags, { out, err }: Output): Promise<void> {
  const webhooks = await apiClient(flags).webhooks(name)
  if (flags.json) return out(JSON.stringify({ webhooks }))
  if (!webhooks.length) return err('no webhooks')
  const rows = webhooks.map(({ id, kind, host, on, cooldown, status, waiting, failure }) => [
    ...[id, kind, host, on.join(','), `${cooldown} s`],
    ...[status, `${waiting} waiting`, failure ?? ''],
  ])
  for (const line of alignColumns(rows)) out(line)
}

export async function createWebhook(
  name: string,
  url: string,
  flags: CreateWebhookFlags,
  { out, err }: Output,
): Promise<void> {
  const { kind, on, only, cooldown } = flags
  const webhook = {
    url,
    ...(kind && { kind }),
    ...(on?.length && { on }),
    ...(only?.length && { filter: filterOf(only) }),
    ...(cooldown !== undefined && { cooldown }),
  }
  const created = await apiClient(flags).createWebhook(name, webhook)
  if (flags.json) return out(JSON.stringify(created))
  out(`webhook ${created.webhook.id} added for ${created.webhook.host}`)
  if (created.secret === undefined) return
  err('save the signing secret of its messages now: it is not shown again')
  out(created.secret)
}

function filterOf(only: readonly string[]): { readonly [label: string]: readonly string[] } {
  const filter = new Map<string, string[]>()
  for (const one of only) {
    const [, label, value] = /^([a-z]+)=(.+)$/.exec(one) ?? []
    if (label === undefined || value === undefined)
      throw new UsageError(`--only takes LABEL=VALUE, such as class=progression, not ${one}`)
    filter.set(label, [...(filter.get(label) ?? []), value])
  }
  return Object.fromEntries(filter)
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
