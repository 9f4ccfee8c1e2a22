import { assertEquals } from "@std/assert";
import { setUpPasskeyForms } from "../../../src/client/passkey_form.ts";
import { OLD, onPasskeyPage, ORIGIN, type PasskeyPage } from "./_passkey_page.ts";

/** The members of an element that the script uses. */
class Element extends EventTarget {
  hidden = true;
  textContent = "";
  firstElementChild: Element | null = null;
  ariaDisabled: string | null = null;
  name = "";
  value = "";
}

/** The form of the account page that adds a passkey, with its button and its box for failures. */
class Form extends Element {
  readonly dataset = {
    passkey: `${ORIGIN}/auth/webauthn-options/passkey`,
    action: "register",
    texts: JSON.stringify({ failed: "This failed.", NetworkError: "No connection." }),
  };
  readonly button = new Element();
  readonly alert = new Element();
  readonly posted: Record<string, string> = {};
  noValidate = false;
  ariaBusy: string | null = null;
  submits = 0;

  constructor() {
    super();
    this.alert.firstElementChild = new Element();
  }

  querySelector(selector: string): Element | null {
    return selector === "[role=alert]" ? this.alert : null;
  }

  querySelectorAll(): Element[] {
    return [this.button];
  }

  append({ name, value }: Element): void {
    this.posted[name] = value;
  }

  reportValidity(): boolean {
    return true;
  }

  submit(): void {
    this.submits++;
  }

  /** Presses the button; resolves when the script has done what it does. */
  async press(isDone: () => boolean): Promise<void> {
    this.dispatchEvent(new Event("submit"));
    while (!isDone()) await new Promise((resolve) => setTimeout(resolve));
  }
}

async function onForm(run: (page: PasskeyPage, form: Form) => Promise<void>): Promise<void> {
  const form = new Form();
  const document = {
    hidden: false,
    querySelectorAll: () => [form],
    createElement: () => new Element(),
  };
  class NoFields {
    *[Symbol.iterator](): Iterator<[string, string]> {}
  }
  const values = { document, HTMLFormElement: Form, FormData: NoFields };
  await onPasskeyPage(async (page) => {
    const before = globalThis.FormData;
    Object.assign(globalThis, values);
    try {
      setUpPasskeyForms();
      await run(page, form);
    } finally {
      globalThis.FormData = before;
      Reflect.deleteProperty(globalThis, "document");
      Reflect.deleteProperty(globalThis, "HTMLFormElement");
    }
  });
}

Deno.test("setUpPasskeyForms(): the button makes a passkey and posts it", async () => {
  await onForm(async (page, form) => {
    await page.signIn();
    assertEquals(form.hidden, false);
    await form.press(() => form.submits > 0);
    assertEquals(form.posted.action, "register");
    assertEquals([page.dialogs, page.visited], [1, []]);
  });
});

Deno.test("setUpPasskeyForms(): the button leads an old session to a proof, once and without a failure", async () => {
  await onForm(async (page, form) => {
    await page.signIn(OLD);
    await form.press(() => page.visited.length > 0);
    const { pathname, searchParams } = new URL(page.visited[0]!);
    assertEquals([pathname, searchParams.has("stepUp")], ["/auth/signin", true]);
    // The browser is leaving.
    assertEquals([form.ariaBusy, form.alert.hidden], ["true", true]);
    await form.press(() => true);
    assertEquals([page.requests, page.dialogs, form.submits], [1, 0, 0]);
  });
});

Deno.test("setUpPasskeyForms(): the button says that there is no connection, and works again", async () => {
  await onForm(async (page, form) => {
    await page.signIn();
    page.isOffline = true;
    await form.press(() => !form.alert.hidden);
    assertEquals(form.alert.firstElementChild!.textContent, "No connection.");
    assertEquals([form.ariaBusy, page.dialogs, form.submits], [null, 0, 0]);
    page.isOffline = false;
    await form.press(() => form.submits > 0);
    assertEquals([form.alert.hidden, page.dialogs], [true, 1]);
  });
});

Deno.test("setUpPasskeyForms(): the button says that a passkey was refused", async () => {
  await onForm(async (page, form) => {
    await page.signIn({ actor: "admin" });
    await form.press(() => !form.alert.hidden);
    assertEquals(form.alert.firstElementChild!.textContent, "This failed.");
    assertEquals([form.ariaBusy, page.visited, form.submits], [null, [], 0]);
  });
});
