/**
 * What a person and their browser do at a sign-in page: agree, and follow every redirect until the page is ours.
 * @param {string} page
 */
export async function agreeTo(page) {
  let url = new URL(page);
  for (let hops = 0; hops < 10; hops += 1) {
    const response = await fetch(url, { redirect: "manual" });
    await response.body?.cancel();
    const location = response.headers.get("location");
    if (location === null) return;
    url = new URL(location, url);
  }
  throw new Error("The sign-in page redirects for ever.");
}
