import { getSession } from "@x/auth/client";
import "@x/auth/components.css";
import { mount } from "svelte";
import App from "./App.svelte";

const session = await getSession();
mount(App, { target: document.getElementById("app")!, props: { session, path: location.pathname } });
