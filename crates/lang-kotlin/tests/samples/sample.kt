
package app.shapes

import app.near.Thing
import far.away.*

val limit = 10

fun String.shout(times: Int = 2, vararg rest: String): String = this + rest.size

@Marked("a", size = 3)
internal class Shape<T : Any>(private val name: String, plain: Int?) : Base(plain), Drawn {
    var size: Int = 3
        get() = field + 1
        set(value) { field = value }

    init { println(name) }

    constructor(other: Shape<T>) : this(other.name, 1)

    override fun draw(block: (Int, T) -> Unit): List<Set<out T>> {
        val (first, second) = pair()
        for (item in items) {
            if (item is Thing && item !in known) continue else item.use { it.close() }
        }
        val kind = when (first) { 1, 2 -> "a$second"; is Thing -> "b"; else -> throw Wrong("c") }
        try { work() } catch (e: Failure) { return emptyList() } finally { done() }
        fun local(x: Int) = x++
        val one = object : Runnable {
            override fun run() {
                local(1)
            }
        }
        return listOf(kind as Any, *rest) { a, b -> a ?: b!! }
    }

    companion object {
        const val MAX = 1
    }
}

enum class Color {
    RED,
    BLUE {
        fun x() = 1
    }
}
object Single
