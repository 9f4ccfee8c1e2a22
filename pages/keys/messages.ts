/**
 * Texts of the page of API keys, in English.
 *
 * @module
 */

import { textsIn, type Wording } from "../../src/base/language.ts";
import type { KeyPageTexts } from "../../src/types/key_texts.ts";

const english: KeyPageTexts = {
  title: "Your API keys",
  text: "With a key, a program can act for you. Give each program a key of its own.",
  row: {
    heading: "API keys",
    none: "You have no API keys.",
    open: "Manage API keys",
  },
  created: "Created {date}",
  used: "Last used {date}",
  neverUsed: "Not used yet",
  expires: "Valid until {date}",
  endless: "Does not expire",
  replaced: "Replaced, still valid until {date}",
  all: "Everything that you may do",
  create: {
    heading: "Create a key",
    name: "Name",
    scopes: "The key may do this",
    days: "Days for which it is valid",
    submit: "Create the key",
  },
  made: {
    heading: "Your new key",
    text: "Copy it now, and keep it in a safe place. It is not shown again.",
    key: "API key",
    done: "Done",
  },
  rotate: {
    act: "Replace",
    actOf: "Replace: {name}",
    heading: "Replace {name}?",
    text: "You get a new key that may do the same. The present key is valid until {date}.",
    submit: "Create the new key",
  },
  revoke: {
    act: "Revoke",
    actOf: "Revoke: {name}",
    heading: "Revoke {name}?",
    text: "Programs that have this key can no longer act for you. This cannot be undone.",
    submit: "Revoke the key",
  },
  done: {
    made: "The key was created. It was shown once; if you have not copied it, replace it.",
    revoked: "The key was revoked.",
  },
  reasons: {
    forbidden: "You may not do all of this yourself.",
    rotated: "This key was replaced already.",
    "too-many": "You have too many keys. Revoke one that you do not need.",
    unknown: "There is no such key any more.",
  },
  faults: {
    scopes: "Choose what the key may do.",
    expiresIn: "Enter a number of days from 1 to 3650.",
  },
};

/** The texts of the page. */
export function keyMessages(wording: Wording): KeyPageTexts {
  return textsIn(english, wording, ({ keys }) => keys);
}
