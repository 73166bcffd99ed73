import { text, withDescription } from '../../shared/schema/schema.ts'

const maxCalledLength = 40

export const displayNameField = withDescription(
  text({
    max: maxCalledLength,
    pattern: /^[^\p{Cc}\p{Zl}\p{Zp}]*[^\p{Cc}\p{Zl}\p{Zp}\s][^\p{Cc}\p{Zl}\p{Zp}]*$/u,
    expected: `a name of 1 to ${maxCalledLength} characters on one line`,
  }),
  'The name of the person.',
)

const maxVideoLength = 200

/** An address `http(s)://host…` without a user name. '' if the player has no stream. */
export const videoField = text({
  min: 0,
  max: maxVideoLength,
  pattern: /^(https?:\/\/[a-z0-9][a-z0-9.-]*(:\d{1,5})?([/?#][\x21-\x7e]*)?)?$/iu,
  expected: `an address that starts with https://, of at most ${maxVideoLength} characters`,
})

export const discordField = text({
  min: 0,
  max: 20,
  pattern: /^([0-9]{15,20})?$/u,
  expected: 'a Discord user id of 15 to 20 digits',
})
