/**
 * The app of the components in Vue: what the server renders, and what the browser hydrates.
 *
 * @module
 */

import {
  createSSRApp,
  defineComponent,
  h,
  mergeProps,
  onMounted,
  onUnmounted,
  shallowRef,
  type VNode,
} from "vue";
import {
  Account,
  AuthProvider,
  OrganizationSwitcher,
  Protect,
  SignedIn,
  SignedOut,
  SignIn,
  SignUp,
  UserButton,
  useUser,
} from "../../../src/client/vue.ts";
import { can, followTeam, LINKS, type PageData, PARTS } from "./_page.ts";

const Greeting = defineComponent(() => {
  const user = useUser();
  return () => h("p", { id: "greeting" }, `Hello ${user.value?.email ?? "stranger"}`);
});

const Marked = defineComponent((_, { attrs, slots }) => {
  return () => h("button", mergeProps(attrs, { "data-own": "yes" }), slots.default?.());
});

const Formed = defineComponent((_, { attrs, slots }) => {
  return () => h("form", attrs, [slots.default?.(), h("small", { "data-own": "form" }, "Own")]);
});

const Grouped = defineComponent((_, { attrs, slots }) => {
  return () => h("div", mergeProps(attrs, { "data-own": "group" }), slots.default?.());
});

/** The page. */
export function createPage({ path, session, ...data }: PageData, onReady = () => {}) {
  const current = shallowRef(data.current);
  const main = (): VNode => {
    if (path.startsWith("/teams/")) return h("h1", "Team");
    if (path === "/account") return h(SignedIn, () => h(Account));
    return h(
      SignedOut,
      () => path === "/signup" ? h(SignUp) : h(SignIn, { parts: PARTS(Marked) }),
    );
  };
  const page = () => [
    h("header", [
      h(Greeting),
      h(Protect, { permission: "page:write" }, () => h("p", { id: "editor" }, "You can edit")),
      h(SignedIn, () => [
        h(UserButton, { accountUrl: "/account", parts: { form: Formed, group: Grouped } }),
        h(OrganizationSwitcher, { current: current.value, urlOf: ({ slug }) => `/teams/${slug}` }),
      ]),
    ]),
    h("main", [...LINKS.map(({ href, text }) => h("a", { key: href, href }, text)), main()]),
  ];
  return createSSRApp({
    mounted: onReady,
    setup() {
      let stop = () => {};
      onMounted(() => stop = followTeam((next) => current.value = next));
      onUnmounted(() => stop());
    },
    render: () => h(AuthProvider, { session, can }, page),
  });
}
