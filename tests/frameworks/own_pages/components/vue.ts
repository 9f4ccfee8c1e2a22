import { getSession } from "@x/auth/client";
import "@x/auth/components.css";
import { createApp } from "vue";
import App from "./App.vue";

const session = await getSession();
createApp(App, { session, path: location.pathname }).mount("#app");
