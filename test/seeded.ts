// Property tests draw the same cases in every run; one that wants others says so itself.
import fc from 'fast-check'

fc.configureGlobal({ seed: 20261120 })
