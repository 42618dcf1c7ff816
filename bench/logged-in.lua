-- Each line of the given file is a token, a space, and a path. The last printed line is for bench/logged-in.ts.
local calls = {}
local last = 0

function init(args)
  for line in io.lines(args[1]) do
    local token, path = line:match('^(%S+) (%S+)$')
    calls[#calls + 1] = wrk.format('GET', path, { authorization = 'Token ' .. token, ['accept-encoding'] = 'gzip, deflate, br' })
  end
end

function request()
  last = last % #calls + 1
  return calls[last]
end

function done(summary, latency, requests)
  local errors = summary.errors
  print(string.format('{"requests": %d, "perSecond": %.1f, "p50": %.2f, "p99": %.2f, "failed": %d}',
    summary.requests, summary.requests / (summary.duration / 1e6), latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.read + errors.write + errors.connect + errors.timeout))
end
