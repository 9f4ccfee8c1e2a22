import adapter from "@sveltejs/adapter-node";
import { sveltekit } from "@sveltejs/kit/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    sveltekit({
      adapter: adapter(),
      // Set ORIGIN=http://… for plain HTTP, or behind a proxy that changes the host.
      paths: { origin: process.env.ORIGIN },
    }),
  ],
});
