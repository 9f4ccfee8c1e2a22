import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // Over plain http, or behind a proxy that hides the host, name the address: ORIGIN=http://…
      paths: { origin: process.env.ORIGIN },
    }),
  ],
});
