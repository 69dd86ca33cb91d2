/** Stands in for the worker: says nothing and does not end. */
setInterval(() => {}, 60_000)
