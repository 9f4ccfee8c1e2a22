/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The page about a request of an app that is not known: there is nothing that its user can do here.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import type { OAuthUnknown } from "./step.ts";
import { Fact, Facts } from "../facts.tsx";
import { Card, Heading, SiteLink } from "../layout.tsx";
import type { PageProps } from "../props.ts";

/** The page. */
export function Unknown(
  { app, frame, heading, text, label, site, reference }:
    & Pick<OAuthUnknown, "app">
    & {
      frame: PageProps;
      heading: string;
      text: string;
      label: string;
      site: string;
      reference: string | undefined;
    },
): VNode {
  return (
    <Card name="oauth" theme={frame.theme}>
      <Heading heading={heading} text={text} />
      {app && (
        <Facts>
          <Fact name={label}>
            <bdi>{app}</bdi>
          </Fact>
        </Facts>
      )}
      <SiteLink frame={frame} text={site} />
      {reference && <p class="hint">{reference}</p>}
    </Card>
  );
}
