/**
 * The page on which users type the code of another device, loaded only where it is shown.
 *
 * @module
 */

import { fill, textsIn } from "../../src/base/language.ts";
import type { DeviceProps } from "./device_step.ts";
import { siteName } from "../layout.tsx";
import type { Part } from "../mod.ts";
import { CSS, DevicePage } from "./device_page.tsx";
import { deviceEnglish } from "./device_english.ts";
import { oauthServerEnglish } from "./english.ts";

/** The page. */
export const devicePart: Part<DeviceProps> = (props, frame, wording) => {
  const words = textsIn(deviceEnglish, wording, ({ device }) => device);
  const { ask } = textsIn(oauthServerEnglish, wording, ({ oauthServer }) => oauthServer);
  const heading = props.step === "ask"
    ? fill(ask.heading, { client: props.client, site: siteName(frame) })
    : words[props.step].heading;
  return {
    title: heading,
    hasError: props.step === "enter" && props.fault !== undefined,
    content: DevicePage({ props, frame, words, shared: ask, heading, wording }),
    css: CSS,
    texts: words,
  };
};
