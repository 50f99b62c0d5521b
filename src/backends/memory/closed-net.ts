import { Fault, judgeUrl, type Net } from "../../kernel/index.ts";

/** A network that reaches nothing. */
export const closedNet: Net = {
  judge: (url) => judgeUrl(url),
  request: ({ url }) =>
    Promise.reject(
      new Fault("unavailable", `There is no network here, so ${url} was not requested.`, {
        hint: "Work with local files, or run on a backend with a network.",
      }),
    ),
};
