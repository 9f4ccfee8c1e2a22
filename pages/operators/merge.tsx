/** @jsxRuntime classic */
/** @jsx h */
// deno-lint-ignore-file verbatim-module-syntax -- elements are calls of the import
/**
 * The merge of two users: the form, the question with what moves and what ends, and a merge that is not
 * finished.
 *
 * @module
 */

import type { VNode } from "preact";
import { h } from "../render.ts";
import { fill } from "../../src/base/language.ts";
import { row, rows } from "../account/rows.tsx";
import { Field } from "../form.tsx";
import { Heading } from "../layout.tsx";
import { One, StepForm, Whole } from "../organizations/parts.tsx";
import { itemRow } from "./items.tsx";
import { framed, type Input } from "./parts.tsx";
import type {
  OperatorMergeCancel,
  OperatorMergeForm,
  OperatorMergeQuestion,
  OperatorUser,
  ShownOperatorItem,
  ShownUnfinishedMerge,
} from "./step.ts";

/** Asks for the other user. */
export function mergeForm(input: Input<OperatorMergeForm>): VNode {
  const { props: { name, typed, backUrl, fault }, words } = input;
  const { heading, text, into, next } = words.merge;
  return (
    <One input={framed(input)} back={{ url: backUrl, text: fill(words.user.back, { name }) }}>
      <Heading heading={fill(heading, { name })} text={fill(text, { name })} />
      <StepForm input={framed(input)} step="merge">
        <Field
          id="input-into"
          name="into"
          type="text"
          value={typed.into}
          maxlength={255}
          required
          autocomplete="off"
          label={into}
          errorId={fault !== undefined && "form-error"}
          autofocus={fault ? true : undefined}
        />
        <button class="submit" type="submit">{next}</button>
      </StepForm>
    </One>
  );
}

/** Shows what a merge does, and asks. */
export function mergeQuestion(input: Input<OperatorMergeQuestion>): VNode {
  const { props: { name, isUnconfirmed, into, moves, ends, backUrl }, words, shared, names } =
    input;
  const texts = words["merge-into"];
  const items = (
    key: string,
    [label, why]: readonly [string, string],
    some: readonly ShownOperatorItem[] | undefined,
  ) =>
    some !== undefined && some.length > 0 && row(key, label, {
      children: (
        <div>
          <p>{why}</p>
          <ul>{some.map((item) => itemRow(input, item))}</ul>
        </div>
      ),
    });
  const organizations = (some: readonly ShownOperatorItem[] | undefined) =>
    some?.map((one) => ({ ...one, text: input.roleOf(one.text ?? "") }));
  const count = (key: string, label: string, number: number, sentence: string) =>
    number > 0 && row(key, label, { value: fill(sentence, { number: String(number) }) });
  const groups = shared.groups;
  const moving = rows(
    items("accounts", [groups.connected, texts.accounts], moves.accounts),
    items(
      "organizations",
      [groups.organizations, texts.organizations],
      organizations(moves.organizations),
    ),
  );
  return (
    <Whole
      input={framed(input)}
      heading={fill(texts.heading, { name, into: into.name })}
      hasInitial={false}
      facts={<a href={backUrl}>{fill(words.user.back, { name })}</a>}
    >
      {[{ name, isUnconfirmed }, into].map((one) =>
        one.isUnconfirmed && (
          <section key={one.name}>
            <p class="done" role="status">
              <bdi>{one.name}</bdi>: {words.states.unconfirmed}
            </p>
          </section>
        )
      )}
      {([["stays", into.name], ["gone", name]] as const).map(([key, one]) => (
        <section aria-labelledby={key} key={key}>
          <h2 id={key}>{texts[key]}</h2>
          <div class="card">
            <p>
              <bdi>{one}</bdi>
            </p>
          </div>
        </section>
      ))}
      <section aria-labelledby="moves">
        <h2 id="moves">{texts.moves}</h2>
        {moving || (
          <div class="card">
            <p class="facts">{words.user.none}</p>
          </div>
        )}
      </section>
      <section aria-labelledby="ends">
        <h2 id="ends">{texts.ends}</h2>
        {rows(
          row("account", groups.profile, { value: texts.deleted }),
          items(
            "memberships",
            [groups.organizations, texts.both],
            organizations(ends.organizations),
          ),
          count("sessions", groups.devices, ends.sessions, texts.sessions),
          count("password", shared.password.heading, Number(ends.password), texts.password),
          count("factors", shared.factors.heading, ends.factors, texts.factors),
          count("passkeys", shared.passkeys.heading, ends.passkeys, texts.passkeys),
          count("keys", names.keys, ends.keys, texts.keys),
          count("grants", names.grants, ends.grants, texts.grants),
        )}
      </section>
      <section>
        <div class="card">
          <p>{texts.text}</p>
          <StepForm input={framed(input)} step="merge-into" fields={{ into: into.id }}>
            <button class="submit danger" type="submit">{texts.submit}</button>
          </StepForm>
        </div>
      </section>
    </Whole>
  );
}

/** Asks before a merge is given up. */
export function mergeCancel(input: Input<OperatorMergeCancel>): VNode {
  const { props: { name, into, backUrl }, words } = input;
  const { heading, text, submit } = words["merge-cancel"];
  return (
    <One input={framed(input)} back={{ url: backUrl, text: fill(words.user.back, { name }) }}>
      <Heading heading={fill(heading, { name, into: into.name })} text={fill(text, { name })} />
      <StepForm input={framed(input)} step="merge-cancel" fields={{ into: into.id }}>
        <button class="submit" type="submit">{submit}</button>
      </StepForm>
    </One>
  );
}

/** A merge that is not finished: why, what is done already, and what can be done with it. */
export function unfinishedMerge(input: Input<OperatorUser>, merge: ShownUnfinishedMerge): VNode {
  const { words } = input;
  const { merging: texts } = words;
  const { from: { name }, fromUrl, into, stopped, moved, isDecided, canContinue, cancelUrl } =
    merge;
  const number = String(moved.length);
  return (
    <section>
      <div class="card">
        <p>{fill(texts.unfinished, { name, into: into.name })}</p>
        <p>
          {stopped === undefined
            ? texts.running
            : stopped === "failed"
            ? texts.failed
            : words.reasons[stopped]}
        </p>
        {isDecided ? <p>{fill(texts.decided, { name })}</p> : (
          <div>
            <p>{fill(texts.done, { name, number })}</p>
            {moved.length > 0 && <ul>{moved.map((item) => itemRow(input, item))}</ul>}
            <p>{fill(texts.left, { name })}</p>
          </div>
        )}
        {fromUrl && (
          <a class="act" href={fromUrl}>
            <bdi>{name}</bdi>
          </a>
        )}
        {canContinue && (
          <StepForm input={framed(input)} step="merge" fields={{ into: into.id }}>
            <button class="submit" type="submit">{words.merge.next}</button>
          </StepForm>
        )}
        {cancelUrl && (
          <p>
            <a class="act" href={cancelUrl}>{words["merge-cancel"].submit}</a>
          </p>
        )}
      </div>
    </section>
  );
}
