import type { DataStorage } from '../../storage/data-storage.ts'
import { shortenInput } from '../dispatcher/command-table.ts'

/** Maximum number of listed keys. Keys with larger values are listed first. */
const maxListedKeys = 100

/**
 * Returns the totals, then a line for each listed key. A size is the length of the value's JSON text in UTF-16 units.
 */
export function formatDataStorage(storage: Pick<DataStorage, 'entries'>): string {
  const sizes = Array.from(storage.entries(), ([key, text]) => ({ key, size: text.length }))
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const largest = sizes.sort((a, b) => b.size - a.size).slice(0, maxListedKeys)
  const lines = largest.map(({ key, size }) => `Key: ${shortenInput(key)} | Size: ${size}B`)
  const more = sizes.length > maxListedKeys ? [`and ${sizes.length - maxListedKeys} smaller ones`] : []
  return [`Found ${sizes.length} keys, approximately totaling ${formatSize(total)}`, ...lines, ...more].join(
    '\n',
  )
}

function formatSize(bytes: number): string {
  const power = Math.min(2, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0)
  return `${(bytes / 1024 ** power).toFixed(2)} ${['', 'k', 'M'][power]}B`
}
