import { assertEquals } from "@std/assert";
import { activityEnglish } from "../../../pages/activity/english.ts";
import { createGallery } from "../../../src/tools/gallery/handler.ts";

Deno.test("activity: a page without entries says that there are none where no page follows", async () => {
  const gallery = createGallery({ app: { theme: {} } });
  const saysNone = async (state: string) => {
    const page = await gallery(new Request(`http://localhost/pages/${state}`));
    return (await page.text()).includes(activityEnglish.none);
  };
  assertEquals([await saysNone("activity-none"), await saysNone("activity-none-yet")], [
    true,
    false,
  ]);
});
