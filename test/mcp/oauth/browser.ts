/** A browser that follows where it is sent, and tells what it was shown last. */
export async function browse(url: string): Promise<{ readonly status: number; readonly text: string }> {
  const response = await fetch(url);
  return { status: response.status, text: await response.text() };
}
