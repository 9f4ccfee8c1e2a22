// deno-lint-ignore-file jsx-key jsx-curly-braces -- rows of a table are not children of an element
import { assertEquals } from "@std/assert";
import { Fragment, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { render } from "../../../pages/render.ts";

const Component = ({ children, name }: { children?: unknown; name: string }): VNode => (
  <p class={name}>{children as string}</p>
);

const hostile = `</p><script>alert("1")</script> & 'x' &amp; \u2028`;

const cases: [string, VNode][] = [
  ["text", <p>text</p>],
  ["text with HTML syntax", <p>{hostile}</p>],
  ["an attribute with HTML syntax", <p title={hostile} data-x={hostile}>x</p>],
  ["numbers", <p tabindex={0}>{0}{1.5}{10n}</p>],
  ["nothing", <p>{undefined}{null}{false}{true}{""}</p>],
  ["lists in lists", <ul>{[1, [2, [3, <li>4</li>]]]}</ul>],
  ["a component", <Component name="c">x{1}</Component>],
  [
    "a component in a component",
    <Component name="a">
      <Component name="b">x</Component>
    </Component>,
  ],
  [
    "fragments",
    <>
      <i>a</i>
      <Fragment>
        <b>b</b>
      </Fragment>
    </>,
  ],
  [
    "void elements",
    <form>
      <input name="a" value="" />
      <hr />
      <wbr />
      <br />
      <img src="a" alt="" />
    </form>,
  ],
  ["boolean attributes", <input required disabled={false} hidden checked />],
  ["absent attributes", <input name={undefined} title={undefined} />],
  ["names of Preact", <label className="a" htmlFor="b">x</label>],
  ["HTML that is trusted", <style dangerouslySetInnerHTML={{ __html: `a>b{c:"d"}` }} />],
  ["handlers", <button type="button" onClick={() => {}}>x</button>],
  ["keys", <ul>{[<li key="1">a</li>, <li key="2">b</li>]}</ul>],
  [
    "an attribute with an invalid name",
    <p {...{ 'a="b': "1", "c d": "2", "e>": "3", title: "4" }} />,
  ],
];
for (const [name, node] of cases) {
  Deno.test(`render() writes ${name} like Preact's renderer`, () => {
    assertEquals(render(node), renderToString(node));
  });
}

Deno.test("render() omits a style object, which the pages' policy forbids", () => {
  assertEquals(render(<p style={{ color: "red" }}>x</p>), "<p>x</p>");
});

Deno.test("render() closes a path of SVG without an end tag", () => {
  const mark = (
    <svg viewBox="0 0 24 24">
      <path fill="#fff" d="M0 0z" />
      <path d="M1 1z" />
    </svg>
  );
  const text = '<svg viewBox="0 0 24 24"><path fill="#fff" d="M0 0z"/><path d="M1 1z"/></svg>';
  assertEquals(render(mark), text);
});
